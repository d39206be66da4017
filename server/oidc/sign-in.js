// Adds a button that shows the password. Without this script, the button is absent.
const button = document.getElementById('show-password');
const field = document.getElementById('password');
if (button !== null && field !== null) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const isHidden = field.type === 'password';
    field.type = isHidden ? 'text' : 'password';
    button.textContent = isHidden ? 'Hide password' : 'Show password';
    field.focus();
  });
  // Password managers and the next visitor get a password field, whatever was shown.
  field.form.addEventListener('submit', () => {
    field.type = 'password';
  });
}

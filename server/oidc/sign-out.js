// The portal asked to sign out; nobody needs to press the button again.
document.getElementById('sign-out').click();

// The portal requested the log-out, so submit the confirmation form automatically.
document.getElementById('sign-out').click();

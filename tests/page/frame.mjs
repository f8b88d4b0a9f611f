// Keeps what the frame says; the tests speak to it.
window.messages = [];
window.addEventListener('message', ({ data }) => data?.rowkind === 1 && window.messages.push(data));

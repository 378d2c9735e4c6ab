// Loaded before tsx, and so before anything else: unhandled, SIGHUP would end the process while it loads, and
// SIGUSR1 would open Node's inspector to everyone on the machine. Plain JavaScript for that reason.
export const received = { hangUp: false };
process.on('SIGHUP', () => {
  received.hangUp = true;
});
process.on('SIGUSR1', () => {});

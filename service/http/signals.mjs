// Loaded before tsx, and so before anything else: unheard, SIGHUP would end the process while it loads, and
// SIGUSR1 would open Node's inspector to everyone on the machine. Plain JavaScript for that reason.
export const heard = { hangUp: false };
process.on('SIGHUP', () => {
  heard.hangUp = true;
});
process.on('SIGUSR1', () => {});

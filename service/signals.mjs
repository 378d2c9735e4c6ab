// Loaded before tsx, and so before anything else: unheard, SIGHUP would end the process while it loads, and
// SIGUSR1 would open Node's inspector to everyone on the machine. Plain JavaScript for that reason.
process.on('SIGHUP', () => {});
process.on('SIGUSR1', () => {});

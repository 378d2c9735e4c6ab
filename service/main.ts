/** The service's process: `node --import tsx service/main.ts`. Environment: see config.ts. */

// Before the rest is loaded, which takes a while: unheard, SIGHUP would end the process, and SIGUSR1
// would open Node's inspector to everyone on the machine.
process.on('SIGHUP', () => {});
process.on('SIGUSR1', () => {});

await import('./start.ts');

await import('./service/test/service.ts');
process.exit();

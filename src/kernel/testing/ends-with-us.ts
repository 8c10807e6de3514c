/**
 * For the environment of a Node process that a test starts in a group of its own, with a pipe as its standard input: the
 * pipe closes when the test's process is gone, however it went, and then this one gets a SIGTERM.
 */
// What such a process starts itself inherits this, and has no pipe of ours, or none at all.
const program =
  "process.stdin.unref&&process.stdin.on('end',()=>process.kill(process.pid,'SIGTERM')).resume().unref()"

export const endsWithUs = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }

/**
 * For the environment of a Node process that a test starts in its own group, with a pipe as standard input: when the
 * test's process ends, for whatever reason, the pipe closes and the Node process gets a SIGTERM.
 */
// Child processes inherit this, and have no pipe of ours.
const program =
  "process.stdin.unref&&process.stdin.on('end',()=>process.kill(process.pid,'SIGTERM')).resume().unref()"

export const endsWithUs = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }

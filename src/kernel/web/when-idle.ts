/** Runs when the browser is idle; in Safari, which can't tell, after a moment. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(run)
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, 500)
  return () => clearTimeout(timer)
}

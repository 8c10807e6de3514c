const none = { tests: 0, worlds: 0, databases: 0, calls: 0, requests: 0, people: 0, signUps: 0 }
let tally = { ...none }

/**
 * Counts what makes test files expensive: tests, worlds opened, databases cloned, calls in process, requests over sockets, people made
 * by the factory, and sign-ups by the form.
 */
export function count(what: keyof typeof none): void {
  tally[what]++
}

/** Returns the counts since the last time. */
export function takeCounts(): typeof none {
  const counted = tally
  tally = { ...none }
  return counted
}

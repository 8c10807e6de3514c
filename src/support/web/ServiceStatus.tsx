import { useEffect, useState } from 'react'
import topic from './HelpSupportPage.module.css'
import css from './ServiceStatus.module.css'

const texts = {
  looking: 'Looking…',
  works: 'Everything works.',
  trouble: 'We have trouble right now. What you sent before is safe; please try again in a few minutes.',
  unreachable: 'We cannot be reached from here. Please check your internet connection.',
}

type Health = 'works' | 'trouble' | 'unreachable'

/** Asks the server whether it can work, as whoever watches it does. */
async function ask(): Promise<Health> {
  try {
    const answer = await fetch('/readyz', { cache: 'no-store' })
    // An unread body keeps the connection.
    await answer.text()
    return answer.ok ? 'works' : 'trouble'
  } catch {
    return 'unreachable'
  }
}

/** Whether it is us, for somebody to whom something does not work. */
export function ServiceStatus() {
  const [health, setHealth] = useState<Health>()
  const [looking, setLooking] = useState(true)
  useEffect(() => {
    if (!looking) return
    let gone = false
    void ask().then((answer) => {
      if (gone) return
      setHealth(answer)
      setLooking(false)
    })
    return () => {
      gone = true
    }
  }, [looking])
  return (
    <section aria-labelledby="status" className={topic.topic}>
      <h2 id="status">Does it work right now?</h2>
      <p role="status" className={css.said} data-state={health}>
        {texts[health ?? 'looking']}
      </p>
      <button type="button" className={css.again} aria-disabled={looking} onClick={() => setLooking(true)}>
        {looking ? 'Looking…' : 'Look again'}
      </button>
    </section>
  )
}

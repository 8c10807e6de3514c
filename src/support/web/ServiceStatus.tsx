import { useEffect, useState } from 'react'
import topic from './HelpSupportPage.module.css'
import css from './ServiceStatus.module.css'

const texts = {
  looking: 'Looking…',
  works: 'Everything is working.',
  trouble: 'We’re having trouble right now. What you sent before is safe. Please try again in a few minutes.',
  unreachable: 'We can’t reach our server from here. Please check your internet connection.',
}

type Health = 'works' | 'trouble' | 'unreachable'

/** Asks the server's health check, as monitoring does. */
async function ask(): Promise<Health> {
  try {
    const answer = await fetch('/readyz', { cache: 'no-store' })
    // An unread body keeps the connection open.
    await answer.text()
    return answer.ok ? 'works' : 'trouble'
  } catch {
    return 'unreachable'
  }
}

/** Shows people who have trouble whether the cause is on our side. */
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
      <h2 id="status">Is everything working right now?</h2>
      <p role="status" className={css.said} data-state={health}>
        {texts[health ?? 'looking']}
      </p>
      <button type="button" className={css.again} aria-disabled={looking} onClick={() => setLooking(true)}>
        {looking ? 'Looking…' : 'Look again'}
      </button>
    </section>
  )
}

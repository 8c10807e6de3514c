import { useEffect, useState } from 'react'
import css from './WaitingForBank.module.css'

/** The clock is hidden from screen readers, which would announce it every second. */
export function WaitingForBank({ gaveUp }: { gaveUp: boolean }) {
  const seconds = useSeconds()
  return (
    <div className={css.waiting}>
      <p className={css.now}>
        <span className={css.spinner} aria-hidden="true" />
        <span role="status">
          {gaveUp
            ? 'This is taking longer than usual. We’ll message you as soon as we know.'
            : 'Checking with your bank. Most answer within a minute.'}
        </span>
        <span className={css.clock} aria-hidden="true">
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
      </p>
      <p>
        {gaveUp
          ? 'You can leave this page. Please don’t pay again.'
          : 'This page will update automatically. Please don’t pay again.'}
      </p>
    </div>
  )
}

function useSeconds(): number {
  const [since] = useState(() => Date.now())
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [since])
  return seconds
}

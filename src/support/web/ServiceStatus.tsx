import { useQuery } from '@tanstack/react-query'
import topic from './HelpSupportPage.module.css'
import css from './ServiceStatus.module.css'

const texts = {
  looking: 'Looking…',
  works: 'Everything works.',
  trouble: 'We have trouble right now. What you sent before is safe; please try again in a few minutes.',
  unreachable: 'We cannot be reached from here. Please check your internet connection.',
}

/** Asks the server whether it can work, as whoever watches it does. */
async function ask({ signal }: { signal: AbortSignal }): Promise<'works' | 'trouble' | 'unreachable'> {
  try {
    const answer = await fetch('/readyz', { signal, cache: 'no-store' })
    // An unread body keeps the connection.
    await answer.text()
    return answer.ok ? 'works' : 'trouble'
  } catch (error) {
    if (signal.aborted) throw error
    return 'unreachable'
  }
}

/** Whether it is us, for somebody to whom something does not work. */
export function ServiceStatus() {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['service status'],
    queryFn: ask,
    staleTime: 30_000,
    networkMode: 'always',
  })
  return (
    <section aria-labelledby="status" className={topic.topic}>
      <h2 id="status">Does it work right now?</h2>
      <p role="status" className={css.said} data-state={data}>
        {texts[data ?? 'looking']}
      </p>
      <button
        type="button"
        className={css.again}
        aria-disabled={isFetching}
        onClick={() => isFetching || refetch()}
      >
        {isFetching ? 'Looking…' : 'Look again'}
      </button>
    </section>
  )
}

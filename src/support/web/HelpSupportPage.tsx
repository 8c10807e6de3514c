import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import { useLinkedDetails } from '#/kernel/web/use-linked-details.ts'
import { helpTopics } from '#/support/help-articles.ts'
import type { searchHelp } from '#/support/help-search.ts'
import { ArticleView } from './ArticleView.tsx'
import { AskUs, NothingFound } from './AskUs.tsx'
import { ForMembers } from './ForMembers.tsx'
import css from './HelpSupportPage.module.css'
import { ServiceStatus } from './ServiceStatus.tsx'
import { ticketAddress } from './ticket-address.ts'

const tickets = onDemand(() => import('./Tickets.tsx'))

/** Shows help to everyone; with `?ticket=` in the URL, the tickets of the logged-in person. */
export default function HelpSupportPage() {
  const [params] = useSearchParams()
  const asked = useHydrated() ? params.get('ticket') : null
  const Tickets = useOnDemand(tickets, asked !== null)
  if (asked === null) return <Help />
  return Tickets ? <Tickets asked={asked} /> : <div className={css.page} role="status" aria-label="Loading" />
}

/** Fetches the search when it is needed: most people read an answer without it. A failure is retried at the next key. */
function useSearch(query: string) {
  const [found, setFound] = useState<{ search?: typeof searchHelp; failed?: true }>({})
  const load = useCallback(() => {
    import('#/support/help-search.ts').then(
      (module) => setFound({ search: module.searchHelp }),
      () => setFound({ failed: true }),
    )
  }, [])
  useEffect(() => {
    if (query !== '' && !found.search) load()
  }, [query, found.search, load])
  return { ...found, load }
}

function Help() {
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  // Also searches for text typed before hydration.
  useLayoutEffect(() => setQuery(search.current?.value ?? ''), [])
  const { search: searchIn, failed, load } = useSearch(query.trim())
  // A link to one article shows it, whatever the search was.
  useLinkedDetails(() => setQuery(''))
  const topics = query.trim() && searchIn ? searchIn(helpTopics, query) : helpTopics
  const searching = topics !== helpTopics
  const found = topics.reduce((sum, { articles }) => sum + articles.length, 0)

  return (
    <div className={css.page}>
      <meta
        name="description"
        content="How to book vets, sitters, trainers and stylists, report a lost pet, look after your account, and get a refund."
      />
      <header className={css.head}>
        <h1>Help & Support</h1>
        <search className={css.search}>
          <label htmlFor="help-search">What do you need to know?</label>
          <input
            ref={search}
            id="help-search"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            placeholder="cancel an appointment"
            value={query}
            onFocus={load}
            onChange={(event) => setQuery(event.target.value)}
          />
        </search>
        <ForMembers
          visitor={null}
          member={
            <p className={css.own}>
              <Link to={ticketAddress('all')}>My tickets</Link>
              <Link to={ticketAddress('new')}>New ticket</Link>
            </p>
          }
        />
        <p role="status" className={css.count}>
          {searching && (found === 1 ? '1 answer' : `${found} answers`)}
          {failed && query.trim() && 'We couldn’t search. Please check your connection and type again.'}
        </p>
      </header>
      {!searching && (
        <nav aria-label="Topics" className={css.topics}>
          {helpTopics.map(({ id, name }) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
          <a href="#status">Status</a>
        </nav>
      )}
      {topics.map(({ id, name, articles }) => (
        <section key={id} aria-labelledby={id} className={css.topic}>
          <h2 id={id}>{name}</h2>
          {articles.map((article) => (
            <ArticleView key={article.id} article={article} />
          ))}
        </section>
      ))}
      {!searching && <ServiceStatus />}
      {found === 0 ? <NothingFound query={query.trim()} /> : <AskUs />}
    </div>
  )
}

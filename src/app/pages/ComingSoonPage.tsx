import { useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type RouteRow, routeOf } from '#/app/route-table.ts'
import button from '#/app/shell/button.module.css'
import { useCurrentRoute } from '#/app/shell/current-route.ts'
import { Message } from '#/app/shell/Message.tsx'

/** Stands in for every page that is not built yet, and answers /coming-soon?service=… for a service. */
export default function ComingSoonPage() {
  const route = useCurrentRoute()
  const [query] = useSearchParams()
  const hydrated = useHydrated()
  const asked = hydrated ? namedPage(query.get('service')) : undefined
  if (asked && asked.page !== 'app/pages/ComingSoonPage.tsx') return <AlreadyHere row={asked} />
  const name = route?.path === '/coming-soon' ? asked?.title : route?.title
  return (
    <Message
      drawing="coming-soon"
      title={name ? `Coming soon: ${name}` : 'This service is coming soon'}
      action={
        <>
          <Link to="/services" className={button.primary} prefetch="intent">
            See what is here today
          </Link>
          <Link to="/" className={button.quiet} prefetch="intent">
            Back to the start
          </Link>
        </>
      }
    >
      <p>
        We are building it and will open it when it works well. Finding and booking a veterinarian works now.
      </p>
    </Message>
  )
}

/** For old links to what has been built since. */
function AlreadyHere({ row }: { row: RouteRow }) {
  return (
    <Message
      drawing="success"
      title={`Already here: ${row.title}`}
      action={
        <Link to={row.path} className={button.primary} prefetch="intent">
          {row.title}
        </Link>
      }
    >
      <p>This one is ready. There is no need to wait.</p>
    </Message>
  )
}

/** Only a page of our own is named, never the text of the address; and this page says nothing of itself. */
function namedPage(slug: string | null): RouteRow | undefined {
  if (!slug) return undefined
  const row = routeOf(`/${slug}`) ?? routeOf(`/services/${slug}`)
  return row?.path === '/coming-soon' ? undefined : row
}

/** The page is prerendered without a query; it is read once the browser has taken over. */
function useHydrated() {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

import { Link, useSearchParams } from 'react-router'
import { isComing, type RouteRow, routeOf } from '#/app/route-table.ts'
import { useCurrentRoute } from '#/app/shell/current-route.ts'
import { Message } from '#/app/shell/Message.tsx'
import { isSoon, services } from '#/app/shell/services.ts'
import button from '#/kernel/web/button.module.css'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import { NotifyMe } from './NotifyMe.tsx'

const hereToday = services.filter((service) => !isSoon(service))

/** Stands in for every page that isn't built yet, and answers /coming-soon?service=… for a service. */
export default function ComingSoonPage() {
  const route = useCurrentRoute()
  const [query] = useSearchParams()
  const hydrated = useHydrated()
  const asked = hydrated ? namedPage(query.get('service')) : undefined
  if (asked && !isComing(asked)) return <AlreadyHere row={asked} />
  const coming = route && isComing(route) ? route : asked
  return (
    <Message
      drawing="coming-soon"
      title={coming ? `Coming soon: ${coming.title}` : 'This service is coming soon'}
      action={
        <>
          <Link to={hereToday.length === 1 ? hereToday[0]!.path : '/services'} className={button.primary}>
            See what’s available today
          </Link>
          <Link to="/" className={button.quiet}>
            Back to the home page
          </Link>
        </>
      }
    >
      <p>We’re building it and will open it when it works well.</p>
      {hereToday.length > 0 && <p>Available today: {hereToday.map(({ name }) => name).join(', ')}.</p>}
      {coming && <NotifyMe key={coming.path} row={coming} />}
    </Message>
  )
}

/** For old links to services that have been built since. */
function AlreadyHere({ row }: { row: RouteRow }) {
  return (
    <Message
      drawing="success"
      title={`Already available: ${row.title}`}
      action={
        <Link to={row.path} className={button.primary}>
          {row.title}
        </Link>
      }
    >
      <p>This one is ready, so there’s no need to wait.</p>
    </Message>
  )
}

/** Names only pages of our own, never text from the URL, and not this page itself. */
function namedPage(slug: string | null): RouteRow | undefined {
  if (!slug) return undefined
  const row = routeOf(`/${slug}`) ?? routeOf(`/services/${slug}`)
  return row?.path === '/coming-soon' ? undefined : row
}

import { useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import { routeOf } from '#/app/route-table.ts'
import button from '#/app/shell/button.module.css'
import { useCurrentRoute } from '#/app/shell/current-route.ts'
import { Message } from '#/app/shell/Message.tsx'

/** Stands in for every page that is not built yet, and answers /coming-soon?service=… for a service. */
export default function ComingSoonPage() {
  const route = useCurrentRoute()
  const [query] = useSearchParams()
  const hydrated = useHydrated()
  const asked = hydrated ? namedService(query.get('service')) : undefined
  const name = route?.path === '/coming-soon' ? asked : route?.title
  return (
    <Message
      drawing="coming-soon"
      title={name ? `${name} is coming soon` : 'This service is coming soon'}
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

/** Only a name of our own is shown, never the text of the address. */
function namedService(slug: string | null) {
  if (!slug) return undefined
  return (routeOf(`/${slug}`) ?? routeOf(`/services/${slug}`))?.title
}

/** The page is prerendered without a query; it is read once the browser has taken over. */
function useHydrated() {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

import { Navigate, useLocation } from 'react-router'

/** An unknown service leads to where it is said that it may come; every other path that is no page of ours, home. */
export default function NotFoundPage() {
  const slug = /^\/services\/([^/]+)\/?$/.exec(useLocation().pathname)?.[1]
  return <Navigate to={slug ? `/coming-soon?service=${encodeURIComponent(slug)}` : '/'} replace />
}

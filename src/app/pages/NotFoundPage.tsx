import { Navigate, useLocation } from 'react-router'

/** Sends unknown services to the coming-soon page, and every other unknown path home. */
export default function NotFoundPage() {
  const slug = /^\/services\/([^/]+)\/?$/.exec(useLocation().pathname)?.[1]
  return <Navigate to={slug ? `/coming-soon?service=${encodeURIComponent(slug)}` : '/'} replace />
}

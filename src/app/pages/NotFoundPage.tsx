import { Navigate } from 'react-router'

/** Every path that is no page of ours leads home. */
export default function NotFoundPage() {
  return <Navigate to="/" replace />
}

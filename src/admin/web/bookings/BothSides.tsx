import { Link } from 'react-router'
import { userAddress } from '#/admin/web/frame/words.ts'

type Person = { id: string; name: string }

/** Names the owner and the provider, with links to both. */
export function BothSides({ owner, provider }: { owner: Person; provider: Person }) {
  return (
    <h2>
      <Link to={userAddress(owner.id)}>{owner.name || 'No name'}</Link> with{' '}
      <Link to={userAddress(provider.id)}>{provider.name}</Link>
    </h2>
  )
}

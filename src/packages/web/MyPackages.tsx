import { Button } from '@mantine/core'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useLinkedRecord } from '#/kernel/web/list/use-linked-record.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import type { OwnedPackage } from '#/packages/contract.ts'
import { MyPackage } from './MyPackage.tsx'
import { packages, paged } from './packages.ts'

const poll = unlessLive(3_000, 15_000)

const mine = packages.query.mine.infiniteOptions({
  ...paged,
  // A purchase that was just paid becomes usable a moment later.
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ rows }) => rows.some(({ status }) => status === 'unpaid')) ? poll() : false,
})

export function MyPackages() {
  const id = useLinkedRecord<OwnedPackage['id']>()
  const { data: linked } = useQuery(
    packages.query.package.queryOptions({ input: id ? { id } : skipToken, refetchOnMount: 'always' }),
  )
  return (
    <PagedList
      query={useInfiniteQuery(mine)}
      linked={linked?.package}
      failed="Failed to load your packages. Please try again."
      what={{ one: 'package', many: 'packages' }}
      empty={{
        drawing: 'pet-training',
        sentence: 'You haven’t bought any packages yet. Trainers offer them where you book a session.',
        action: (
          <Button component={Link} to="/services/book-a-trainer">
            Find Pet Trainers
          </Button>
        ),
      }}
    >
      {(bought) => <MyPackage bought={bought} />}
    </PagedList>
  )
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useVisits, type VetTab } from './useAppointments.ts'
import { useNow } from './useNow.ts'
import { VetVisit } from './VetVisit.tsx'
import { loadFailedText } from './words.ts'

const sentences: Readonly<Record<VetTab, string>> = {
  requests: 'No request is waiting for an answer.',
  upcoming: 'You have no upcoming visits.',
  past: 'You have no past visits.',
}

/** `linkTo` is the address of another list of the same vet. */
export function VetVisits({ tab, linkTo }: { tab: VetTab; linkTo: (tab: VetTab) => string }) {
  const now = useNow()
  const other = tab === 'requests' ? 'upcoming' : 'requests'
  return (
    <PagedList
      failed={loadFailedText}
      query={useVisits(tab)}
      what={
        tab === 'requests'
          ? { one: 'request', many: 'requests' }
          : { one: `${tab} visit`, many: `${tab} visits` }
      }
      empty={{
        drawing: 'no-appointments',
        sentence: sentences[tab],
        action: (
          <Button component={Link} to={linkTo(other)} replace>
            {other === 'upcoming' ? 'See upcoming visits' : 'See requests'}
          </Button>
        ),
      }}
    >
      {(visit) => <VetVisit visit={visit} now={now} />}
    </PagedList>
  )
}

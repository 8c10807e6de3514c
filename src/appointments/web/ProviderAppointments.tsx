import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Visit } from '#/appointments/contract.ts'
import type { Trade } from '#/booking/trades.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useNow } from '#/kernel/web/use-now.ts'
import type { CardParts } from './card-parts.ts'
import { ProviderAppointment } from './ProviderAppointment.tsx'
import { useVisits, type VisitTab } from './useAppointments.ts'
import { loadFailedText } from './words.ts'

const sentences: Readonly<Record<VisitTab, string>> = {
  requests: 'No request is waiting for an answer.',
  upcoming: 'You have no upcoming appointments.',
  past: 'You have no past appointments.',
}

type Props = {
  tab: VisitTab
  trade?: Trade | undefined
  /** The tab that an empty list leads to. */
  other: VisitTab
  linkTo(tab: VisitTab): string
  parts: CardParts<Visit>
}

export function ProviderAppointments({ tab, trade, other, linkTo, parts }: Props) {
  const now = useNow()
  return (
    <PagedList
      failed={loadFailedText}
      query={useVisits(tab, trade)}
      what={
        tab === 'requests'
          ? { one: 'request', many: 'requests' }
          : { one: `${tab} appointment`, many: `${tab} appointments` }
      }
      empty={{
        drawing: 'no-appointments',
        sentence: trade ? sentences[tab].replace(/\.$/, ' of this kind.') : sentences[tab],
        action: (
          <Button component={Link} to={linkTo(other)} replace>
            {other === 'requests' ? 'See requests' : `See ${other} appointments`}
          </Button>
        ),
      }}
    >
      {(visit) => <ProviderAppointment visit={visit} now={now} parts={parts} />}
    </PagedList>
  )
}

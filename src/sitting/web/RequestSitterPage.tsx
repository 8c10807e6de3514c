import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { Note } from '#/appointments/web/index.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { noOwnerText } from '#/pets/text.ts'
import type { Requested } from '#/sitting/request.ts'
import { sittingText } from '#/sitting/text.ts'
import { paths } from './find/address.ts'
import { MeetForm } from './meet/MeetForm.tsx'
import { RequestForm } from './request/RequestForm.tsx'
import css from './request/RequestPage.module.css'
import { ThankYou } from './request/ThankYou.tsx'
import { sitting } from './sitting.ts'

/** Shows the request to the sitter in the URL, filled in from the search. */
export default function RequestSitterPage() {
  const [params] = useSearchParams()
  // Asking for a meeting first is a view of the same page.
  const isMeeting = params.has('meet')
  const id = params.get('sitter')?.toLowerCase() ?? ''
  const query = useQuery(sitting.query.sitter.queryOptions({ input: { id }, enabled: isUuid(id) }))
  const records = useSession().user?.records ?? {}
  const [requested, setRequested] = useState<Requested>()
  const findSitter = (
    <Button component={Link} to={paths.search}>
      Find a pet sitter
    </Button>
  )
  const isUnknown = !isUuid(id) || (query.isError && errorCode(query.error) === 'request.not_found')
  const title = id && isUnknown ? 'Sitter not found' : 'Please choose a sitter first'
  return (
    <div className={css.page}>
      <h1>{isMeeting ? 'Meet & greet' : 'Booking request'}</h1>
      {requested ? (
        <ThankYou requested={requested} isPaidHere={query.data?.isPaidHere ?? false} />
      ) : isUnknown ? (
        <Note drawing="no-results" title={title} action={findSitter} />
      ) : records['pet_sitter'] === id ? (
        <Note drawing="no-results" title={sittingText['sitting.own_profile']} action={findSitter} />
      ) : !records['pet_owner'] ? (
        <p role="alert">{noOwnerText}</p>
      ) : (
        <Loaded query={query} what="this sitter">
          {(sitter) =>
            isMeeting ? (
              <MeetForm key={sitter.id} sitter={sitter} />
            ) : (
              <RequestForm key={sitter.id} sitter={sitter} onSent={setRequested} />
            )
          }
        </Loaded>
      )}
    </div>
  )
}

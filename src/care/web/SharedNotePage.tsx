import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formOfType, forms } from '#/care/forms.ts'
import { linkDeadText } from '#/care/text.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { care } from './care.ts'
import { NoteBody } from './NoteBody.tsx'
import shown from './SharedNotePage.module.css'
import css from './Unread.module.css'

export default function SharedNotePage() {
  const { token = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(
    care.query.shared.queryOptions({
      input: { token },
      staleTime: 0,
      retry: false,
      refetchInterval: 4 * MINUTE,
    }),
  )
  const isDead = ['request.not_found', 'request.malformed'].includes(errorCode(error))
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {isDead ? (
        <ViewFrame title={linkDeadText}>
          <div className={css.message}>
            <Drawing name="no-results" width={200} />
            <p>Please ask the person who sent it to you for a new one.</p>
          </div>
        </ViewFrame>
      ) : data ? (
        <ViewFrame title={`${forms[formOfType(data.type)].title} for ${data.pet.name}`}>
          <NoteBody note={data} />
          <p className={shown.end}>
            Shared by the pet’s owner. This link works until {momentText(data.linkEndsAt)}.
          </p>
        </ViewFrame>
      ) : error && !isFetching ? (
        <ViewFrame title="Visit note">
          <div className={css.message} role="alert">
            <Drawing name="something-went-wrong" width={200} />
            <p>{errorText(error)}</p>
            <Button onClick={() => void refetch()}>Retry</Button>
          </div>
        </ViewFrame>
      ) : (
        <ViewFrame title="Visit note">
          <div className={css.ghost} role="status" aria-label="Loading the note" />
        </ViewFrame>
      )}
    </>
  )
}

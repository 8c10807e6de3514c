import { Button } from '@mantine/core'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { noteAddress } from './addresses.ts'
import css from './Unread.module.css'

type Props = {
  query: { error: unknown; isFetching: boolean; refetch(): unknown }
  what: string
  missing: string
}

const back = { to: noteAddress.timeline(), label: 'Visit notes' }

/** Shown instead of a note or a pet that is loading, missing or failed. */
export function Unread({ query: { error, isFetching, refetch }, what, missing }: Props) {
  if (!error || isFetching)
    return (
      <ViewFrame title="Visit notes" back={back}>
        <div className={css.ghost} role="status" aria-label={`Loading ${what}`} />
      </ViewFrame>
    )
  // An address without a valid id is answered as malformed.
  const isUnknown = ['request.not_found', 'request.malformed'].includes(errorCode(error))
  return (
    <ViewFrame title={isUnknown ? missing : 'Visit notes'} back={back}>
      <div className={css.message} role={isUnknown ? undefined : 'alert'}>
        <Drawing name={isUnknown ? 'no-results' : 'something-went-wrong'} width={200} />
        <p>
          {isUnknown ? 'It may belong to someone else, or no longer be shared with you.' : errorText(error)}
        </p>
        {!isUnknown && <Button onClick={() => void refetch()}>Retry</Button>}
      </div>
    </ViewFrame>
  )
}

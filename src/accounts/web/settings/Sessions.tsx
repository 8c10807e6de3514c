import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Session } from '#/accounts/contract.ts'
import { accountsText, settingsText } from '#/accounts/text.ts'
import { accounts } from '#/accounts/web/accounts.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { Part } from './Part.tsx'
import css from './settings.module.css'

const failed = (error: Error) =>
  toast({ kind: 'error', message: errorText(error, accountsText, settingsText.sessionFailed) })

const ended = (message: string) => async () => {
  toast({ kind: 'success', message })
  await queryClient.invalidateQueries({ queryKey: accounts.query.sessions.key() })
}

export function Sessions() {
  const list = useQuery(
    accounts.query.sessions.queryOptions({ staleTime: 0, refetchOnWindowFocus: 'always' }),
  )
  const endOthers = useWrite(accounts.call.endOtherSessions, {
    onSuccess: ended(settingsText.othersEnded),
    onError: failed,
  })
  const sessions = list.data?.sessions ?? []
  return (
    <Part
      isPending={list.isPending}
      isError={list.isLoadingError}
      isFetching={list.isFetching}
      retry={list.refetch}
    >
      <ul className={css.list}>
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="default" disabled={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          {endOthers.isPending ? 'Logging out...' : 'Log out everywhere else'}
        </Button>
      )}
    </Part>
  )
}

function Row({ session: { id, device, startedAt, seenAt, isCurrent } }: { session: Session }) {
  const end = useWrite(accounts.call.endSession, {
    onSuccess: ended(settingsText.sessionEnded),
    onError: failed,
  })
  return (
    <li className={css.row}>
      <div className={css.what}>
        <strong>{device}</strong>
        <span>
          Last seen {momentText(seenAt)}, logged in {momentText(startedAt)}
        </span>
      </div>
      {isCurrent ? (
        <span className={css.here}>This one</span>
      ) : (
        <Button
          variant="default"
          aria-label={`Log out ${device}, logged in ${momentText(startedAt)}`}
          disabled={end.isPending}
          onClick={() => end.mutate({ id })}
        >
          {end.isPending ? 'Logging out...' : 'Log out'}
        </Button>
      )}
    </li>
  )
}

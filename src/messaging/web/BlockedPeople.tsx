import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#/kernel/web/error-text.ts'
import { dayText } from '#/kernel/web/own-clock.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Block } from '#/messaging/contract.ts'
import { messagingText } from '#/messaging/text.ts'
import css from './BlockedPeople.module.css'
import { messaging } from './messaging.ts'

/** Lists whom the person has blocked; without any, shows nothing. */
export function BlockedPeople({ className }: { className?: string | undefined }) {
  const { data } = useQuery(messaging.query.blocks.queryOptions({ staleTime: 0 }))
  if (!data?.rows.length) return null
  return (
    <section className={className} aria-labelledby="blocked-people">
      <h3 id="blocked-people">People you’ve blocked</h3>
      <p className={css.lead}>
        They can’t write to you, and you don’t see them in lists of vets, trainers, stylists and sitters. We
        don’t tell them.
      </p>
      <ul className={css.list}>
        {data.rows.map((one) => (
          <Row key={one.id} block={one} />
        ))}
      </ul>
    </section>
  )
}

function Row({ block: { id, name, since } }: { block: Block }) {
  const unblock = useWrite(messaging.call.unblock, {
    onSuccess: async () => {
      toast({ kind: 'success', message: `${name} is unblocked.` })
      await queryClient.invalidateQueries()
    },
    onError: async (error) => {
      toast({ kind: 'error', message: errorText(error, messagingText) })
      await queryClient.invalidateQueries({ queryKey: messaging.query.blocks.key() })
    },
  })
  return (
    <li className={css.row}>
      <div className={css.who}>
        <strong>{name}</strong>
        <br />
        <span className={css.since}>Blocked since {dayText(since)}</span>
      </div>
      <Button
        variant="default"
        aria-label={`Unblock ${name}, blocked since ${dayText(since)}`}
        aria-disabled={unblock.isPending}
        onClick={() => unblock.isPending || unblock.mutate({ id })}
      >
        {unblock.isPending ? 'Unblocking...' : 'Unblock'}
      </Button>
    </li>
  )
}

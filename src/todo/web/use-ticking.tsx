import { ORPCError } from '@orpc/client'
import { type ReactNode, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import type { Day } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Task } from '#/todo/contract.ts'
import { todoText } from '#/todo/text.ts'
import css from './TaskRow.module.css'
import { reloadTasks, todo } from './todo.ts'
import { tickText } from './words.ts'

const confirmDialog = onDemand(() => import('#/kernel/web/form/ConfirmDialog.tsx'))

/** A task ticked a moment ago, which can still be taken back where it stood. */
export type Ticked = { task: Task; tickId: string }

type Tick = { at: Date; by: string; isOwn: boolean }

/** Returns who ticked, and when, of a refused second tick. */
function earlierTick(error: unknown): Tick | null {
  if (errorCode(error) !== 'todo.already_ticked' || !(error instanceof ORPCError)) return null
  const { at, by, isOwn } = error.data as { at: string; by: string; isOwn: boolean }
  return { at: new Date(at), by, isOwn }
}

/** Ticks tasks, asks about a second tick, and keeps what was ticked for ten seconds, to take it back. */
export function useTicking(today: Day) {
  const zone = useSession().user?.timeZone ?? ownZone()
  const [ticked, setTicked] = useState<Ticked[]>([])
  const [asked, setAsked] = useState<{ task: Task; question: string }>()
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const drop = (tickId: string) => setTicked((all) => all.filter((one) => one.tickId !== tickId))
  const failed = (error: Error) => {
    toast({ kind: 'error', message: errorText(error, todoText) })
    void reloadTasks()
  }
  const send = useWrite(
    ({ task, again }: { task: Task; again: boolean }, options: { context: { key: string } }) =>
      todo.call.tick({ id: task.id, on: task.on, again }, options),
    {
      onSuccess: ({ tickId }, { task }) => {
        setAsking(false)
        setTicked((all) => [...all, { task, tickId }])
        setSaid(`${task.title} is done.`)
        void reloadTasks()
      },
      onError: (error, { task }) => {
        const tick = earlierTick(error)
        if (!tick) {
          setAsking(false)
          failed(error)
          return
        }
        const done = task.kind === 'medicine' || task.kind === 'feeding' ? 'given' : 'done'
        const when = tickText(tick, today, zone)
        setAsked({ task, question: `Already ${done} ${/^\d/.test(when) ? 'at ' : ''}${when}. Record again?` })
        setAsking(true)
      },
    },
  )
  const takeBack = useWrite(
    ({ tickId }: Ticked, options: { context: { key: string } }) => todo.call.untick({ id: tickId }, options),
    {
      onSuccess: async (_, { tickId, task }) => {
        await reloadTasks()
        drop(tickId)
        setSaid(`${task.title} is to be done again.`)
      },
      onError: failed,
    },
  )
  const ConfirmDialog = useOnDemand(confirmDialog, asked !== undefined)
  const question: ReactNode = (
    <>
      <p role="status" className={css.spoken}>
        {said}
      </p>
      {ConfirmDialog && asked && (
        <ConfirmDialog
          opened={isAsking}
          title={asked.task.title}
          reason="none"
          confirm="Record again"
          color="teal"
          busy="Saving..."
          keep="Go back"
          isBusy={send.isPending}
          onConfirm={() => send.mutate({ task: asked.task, again: true })}
          onClose={() => {
            setAsking(false)
            void reloadTasks()
          }}
        >
          <p>{asked.question}</p>
        </ConfirmDialog>
      )}
    </>
  )
  return {
    ticked,
    question,
    drop,
    isSending: (task: Task) => send.isPending && send.variables?.task.id === task.id,
    tick: (task: Task) => send.mutate({ task, again: false }),
    undo: (one: Ticked) => takeBack.mutate(one),
  }
}

import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Day } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { DoneTask } from '#/todo/contract.ts'
import { doneDays } from '#/todo/rules.ts'
import { loadFailedText, todoText } from '#/todo/text.ts'
import css from './ToDoPage.module.css'
import { doneTasks, reloadTasks, todo } from './todo.ts'
import { householdText, tickText } from './words.ts'

/** Shows who did what, and when. */
export function DoneTasks({ today }: { today: Day }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={css.group} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Done</h2>
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={css.toggle}
      >
        {isOpen ? 'Hide what was done' : `Show the last ${doneDays} days`}
      </Button>
      <div id={id}>{isOpen && <DoneList today={today} />}</div>
    </section>
  )
}

function DoneList({ today }: { today: Day }) {
  const query = useInfiniteQuery(doneTasks())
  return (
    <PagedList
      dense
      query={query}
      what={{ one: 'task done', many: 'tasks done' }}
      empty={{
        drawing: 'no-results',
        sentence: `Nothing was ticked in the last ${doneDays} days.`,
        action: null,
      }}
      failed={loadFailedText}
    >
      {(done) => <DoneRow done={done} today={today} />}
    </PagedList>
  )
}

function DoneRow({ done: { id, title, pet, tick, household }, today }: { done: DoneTask; today: Day }) {
  const name = pet ? `${title}, ${pet.name}` : title
  const takeBack = useWrite(todo.call.untick, {
    onSuccess: () => reloadTasks(),
    onError: (error) => {
      toast({ kind: 'error', message: errorText(error, todoText) })
      void reloadTasks()
    },
  })
  return (
    <article className={css.done} tabIndex={-1} aria-label={name}>
      <p>
        <strong>{title}</strong>
        <small>
          {pet && `${pet.name} · `}
          {tickText(tick, today, ownZone())}
          {household && ` · ${householdText(household)}`}
        </small>
      </p>
      {tick.isOwn && (
        <Button
          variant="default"
          aria-label={`Undo: ${name}`}
          aria-disabled={takeBack.isPending}
          onClick={() => takeBack.mutate({ id })}
        >
          {takeBack.isPending ? 'Undoing...' : 'Undo'}
        </Button>
      )}
    </article>
  )
}

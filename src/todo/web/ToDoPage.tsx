import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { LinkedItem } from '#/kernel/web/list/LinkedItem.tsx'
import { useKeptFocus } from '#/kernel/web/list/use-kept-focus.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { Task } from '#/todo/contract.ts'
import { loadFailedText } from '#/todo/text.ts'
import { arranged, petsOf, withReopened } from './arrange.ts'
import { assigneesOf } from './assignees.ts'
import { DoneTasks } from './DoneTasks.tsx'
import { HouseholdPart } from './HouseholdPart.tsx'
import { type Filters, TaskFilters } from './TaskFilters.tsx'
import { TaskRow, TickedRow } from './TaskRow.tsx'
import css from './ToDoPage.module.css'
import { useOpenTasks } from './use-open-tasks.ts'
import { useTicking } from './use-ticking.tsx'

const taskDialog = onDemand(() => import('./TaskDialog.tsx'))

/** Lists what is to be done, by day or by pet. The URL holds the filter. */
export default function ToDoPage() {
  const [params, setParams] = useSearchParams()
  const { query, today, open } = useOpenTasks()
  const { ticked, reopened, question, drop, isSending, tick, undo } = useTicking(today)
  const tasks = withReopened(open, reopened)
  const region = useRef<HTMLDivElement>(null)
  useKeptFocus(region)
  const [edited, setEdited] = useState<{ task: Task | null; count: number }>()
  const [isOpen, setOpen] = useState(false)
  const TaskDialog = useOnDemand(taskDialog, edited !== undefined)
  const edit = (task: Task | null) => {
    setEdited((last) => ({ task, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const asked: Filters = {
    pet: params.get('pet') ?? '',
    by: params.get('by') === 'pet' ? 'pet' : 'day',
    who: params.get('who') ?? '',
  }
  const show = (part: Partial<Filters>) => {
    const { pet, by, who } = { ...asked, ...part }
    setParams(
      { ...(pet && { pet }), ...(who && { who }), ...(by === 'pet' && { by }) },
      { replace: true, preventScrollReset: true },
    )
  }
  const isKnown = asked.pet === 'none' || petsOf(tasks).some(({ id }) => id === asked.pet)
  const isPerson = asked.who === 'none' || assigneesOf(tasks).some(({ value }) => value === asked.who)
  const filters: Filters = { ...asked, pet: isKnown ? asked.pet : '', who: isPerson ? asked.who : '' }
  const sections = arranged(tasks, ticked, { today, ...filters })
  const addButton = (
    <Button
      color="marigold"
      onPointerEnter={taskDialog.prefetch}
      onFocus={taskDialog.prefetch}
      onClick={() => edit(null)}
    >
      Add task
    </Button>
  )
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>To-Do</h1>
          <p className={css.lead}>What your pets need, and when it was done.</p>
        </div>
        {tasks.length > 0 && addButton}
      </header>
      <TaskFilters tasks={tasks} filters={filters} onChange={show} />
      <div ref={region} tabIndex={-1} className={css.region} aria-busy={query.isPending}>
        {query.isPending ? (
          <div role="status" aria-label="Loading tasks" className={css.list}>
            {[1, 2, 3, 4].map((ghost) => (
              <div key={ghost} className={css.ghost} />
            ))}
          </div>
        ) : query.isError && !query.data ? (
          <div className={css.message}>
            <Drawing name="something-went-wrong" />
            <p role="alert">{loadFailedText}</p>
            <Button onClick={() => query.refetch()}>Retry</Button>
          </div>
        ) : sections.length === 0 ? (
          <div className={css.message}>
            <Drawing name="success" />
            <p tabIndex={-1}>
              {tasks.length > 0 ? 'Nothing to do with this filter.' : 'Nothing to do. Add your first task.'}
            </p>
            {tasks.length > 0 ? (
              <Button variant="default" onClick={() => show({ pet: '', who: '' })}>
                Show all
              </Button>
            ) : (
              addButton
            )}
          </div>
        ) : (
          sections.map(({ id, title, rows }) => (
            <section key={id} aria-labelledby={`group-${id}`} className={css.group}>
              <h2 id={`group-${id}`} data-group={id}>
                {title} <small>{rows.length}</small>
              </h2>
              <ul className={css.list}>
                {rows.map(({ key, task, done }) => (
                  <LinkedItem key={key} record={task.id}>
                    {done ? (
                      <TickedRow ticked={done} onUndo={() => undo(done)} onOver={() => drop(done.tickId)} />
                    ) : (
                      <TaskRow
                        task={task}
                        today={today}
                        isSending={isSending(task)}
                        onTick={() => tick(task)}
                        {...(!task.household && { onEdit: () => edit(task) })}
                      />
                    )}
                  </LinkedItem>
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
      {query.data && <DoneTasks today={today} />}
      {query.data && <HouseholdPart />}
      {question}
      {TaskDialog && edited && (
        <TaskDialog
          key={edited.count}
          opened={isOpen}
          task={edited.task}
          petId={tasks.some((task) => task.pet?.id === filters.pet && !task.household) ? filters.pet : ''}
          today={today}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

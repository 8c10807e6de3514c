import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import removable from '#/admin/web/frame/Removable.module.css'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import type { DeskInjured } from '#/emergency/desk.ts'
import type { InjuredMove } from '#/emergency/injured.ts'
import { animalText, severityText } from '#/emergency/report-text.ts'
import { injuredMoveText, injuredStatusText } from '#/emergency/text.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import form from '#/kernel/web/form/form.module.css'
import { momentText } from '#/kernel/web/own-clock.ts'
import own from './Injured.module.css'

export function InjuredView() {
  const { filters, go } = useFilters('injured', ['show'])
  const show = filters.show === 'all' ? 'all' : 'open'
  const query = useInfiniteQuery(
    admin.query.injuredReports.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ cursor, show }),
      refetchInterval: MINUTE,
    }),
  )
  return (
    <DeskList
      title="Injured animals"
      lead="We email each report to rescuers in the directory. If nobody accepts one, call a rescuer. Reports close after 3 days and are deleted after 30."
      query={query}
      what={{ one: 'report', many: 'reports' }}
      filters={
        <FilterSelect
          value={show}
          options={{ open: 'Open, oldest first', all: 'All, latest first' }}
          onChange={(value) => go({ show: value === 'all' ? value : '' })}
        />
      }
      empty={
        show === 'open'
          ? 'No animals are waiting for help.'
          : 'No injured animals were reported in the last 30 days.'
      }
    >
      {(report) => <Shown report={report} />}
    </DeskList>
  )
}

function Shown({ report }: { report: DeskInjured }) {
  const { id, animal, severity, status, place, city, position, note, phone, photo, rescuer, sentTo } = report
  const where = [place, city].filter(Boolean).join(', ') || `${position?.lat}, ${position?.lon}`
  const { send, failure, isBusy } = useHandling(admin.call.moveInjuredReport, 'Report updated.')
  return (
    <DeskCard
      label={`${animalText[animal]}, ${where}`}
      heading={`${animalText[animal]}: ${severityText[severity].name.toLowerCase()}`}
      chip={<Chip kind={status === 'received' ? 'warn' : 'good'}>{injuredStatusText[status]}</Chip>}
    >
      <p className={css.soft}>
        {where} · {momentText(report.createdAt)}
      </p>
      <p>
        Reporter: <a href={telephone(phone)}>{formatPhone(phone)}</a>
        {!report.isPhoneConfirmed && ' (not confirmed)'}
      </p>
      <p className={css.soft}>
        {rescuer ? (
          <>
            Accepted by {rescuer.name}, <a href={telephone(rescuer.phone)}>{formatPhone(rescuer.phone)}</a>
          </>
        ) : sentTo.length > 0 ? (
          `Emailed to ${sentTo.join(', ')}`
        ) : (
          'No rescuer nearby has an email address in the directory'
        )}
      </p>
      {note && <p className={removable.words}>{note}</p>}
      {photo && <img src={photo} alt="The reported animal" className={own.photo} />}
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={removable.buttons}>
        {report.moves.map((move) => (
          <Button
            key={move}
            variant="default"
            aria-disabled={isBusy}
            onClick={() => isBusy || send({ id, status, move })}
          >
            {deskMoveText[move]}
          </Button>
        ))}
      </div>
    </DeskCard>
  )
}

const deskMoveText: Readonly<Record<InjuredMove, string>> = {
  ...injuredMoveText,
  accept: 'A rescuer has accepted',
  release: 'Nobody is going after all',
}

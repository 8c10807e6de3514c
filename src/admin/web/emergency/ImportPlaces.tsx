import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import item from '#/admin/web/frame/DeskItem.module.css'
import { DeskHead } from '#/admin/web/frame/DeskItem.tsx'
import { csvLimits, csvTemplate, type ImportResult } from '#/emergency/import.ts'
import { emergencyText, placeKindText } from '#/emergency/text.ts'
import { CsvImport, ImportedRows, KeptColumns } from '#/kernel/web/form/CsvImport.tsx'
import { toast } from '#/kernel/web/toast.ts'

/** Imports entries of the emergency directory from a CSV file. */
export function ImportPlaces() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <>
      <Link to="?view=emergency" className={item.back}>
        ← All entries
      </Link>
      <DeskHead title="Import entries" state="import">
        {null}
      </DeskHead>
      <p className={css.lead}>
        One line for each entry. A line with the kind, city and name of an entry that is already listed
        changes that entry; columns missing from the file stay as they are. Without “checked_on” it counts as
        checked today. Nothing is saved before you’ve seen what it does.
      </p>
      <CsvImport<ImportResult>
        send={admin.call.importEmergencyPlaces}
        limits={csvLimits}
        template={{ name: 'emergency-template.csv', csv: csvTemplate }}
        errors={emergencyText}
        tooLong={emergencyText['emergency.csv_too_long']}
        problemText={({ problem }) => problem}
        sum={sumOf}
        onWritten={async (result) => {
          toast({ kind: 'success', title: 'Entries imported', message: `${sumOf(result)}.` })
          await client.invalidateQueries({ queryKey: admin.query.emergencyPlaces.key() })
          await navigate('?view=emergency')
        }}
      >
        {({ preview, added, changed, kept }) => (
          <>
            {changed > 0 && <KeptColumns what="entries" kept={kept} />}
            <ImportedRows
              rows={preview.map(({ kind, name, city, isNew }) => ({
                key: `${kind} ${city} ${name}`,
                name,
                isNew,
                about: `${placeKindText[kind]} · ${city ?? 'Whole country'}`,
              }))}
              count={added + changed}
            />
          </>
        )}
      </CsvImport>
    </>
  )
}

const sumOf = ({ added, changed }: ImportResult) =>
  `${added} new ${added === 1 ? 'entry' : 'entries'}, ${changed} changed`

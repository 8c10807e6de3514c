import { admin } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import type { DeskEntry } from '#/reports/desk.ts'

type Props = Pick<DeskEntry, 'id' | 'kind' | 'writer'> & { pet: string }

/** Removes one comment or sighting under a report of `pet`. */
export function RemoveEntry({ id, kind, writer, pet }: Props) {
  return (
    <Decide
      call={admin.call.removePetReportEntry}
      input={{ id }}
      label={`Remove ${kind}`}
      spoken={`Remove the ${kind}${writer ? ` by ${writer.name || 'a person without a name'}` : ''} about ${pet}`}
      title={`Remove this ${kind}?`}
      reasonHint={
        writer
          ? 'Its writer can read it, and it’s kept in the audit log.'
          : 'We keep it in the audit log. Nobody else sees it.'
      }
      confirm="Remove"
      busy="Removing..."
      told={`The ${kind} is removed.`}
    >
      <p>
        The report stays.{' '}
        {writer ? 'We’ll tell its writer.' : 'We’ll tell everyone who complained about this sighting.'} You
        can’t undo this.
      </p>
    </Decide>
  )
}

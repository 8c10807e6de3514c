import { admin } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'

export function RemoveSighting({ id, pet }: { id: string; pet: string }) {
  return (
    <Decide
      call={admin.call.removeGuestSighting}
      input={{ id }}
      label="Remove sighting"
      spoken={`Remove the sighting of ${pet}`}
      title="Remove this sighting?"
      reasonHint="We keep it in the audit log. Nobody else sees it."
      confirm="Remove"
      busy="Removing..."
      told="The sighting is removed."
    >
      <p>The report stays. We’ll tell everyone who complained about this sighting. You can’t undo this.</p>
    </Decide>
  )
}

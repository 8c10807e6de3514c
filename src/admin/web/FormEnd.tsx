import { Button } from '@mantine/core'
import css from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'

type Props = { failure: string | undefined; isBusy: boolean; label: string; unsaved: boolean }

/** Ends a form of the admin area: what went wrong, the button, and a question before typed text is left. */
export function FormEnd({ failure, isBusy, label, unsaved }: Props) {
  return (
    <>
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div className={css.actions}>
        <Button type="submit" color="marigold" aria-disabled={isBusy}>
          {isBusy ? 'Saving...' : label}
        </Button>
      </div>
      <UnsavedChanges unsaved={unsaved} />
    </>
  )
}

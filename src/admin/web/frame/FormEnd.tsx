import { Button } from '@mantine/core'
import css from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'

type Props = { failure: string | undefined; isBusy: boolean; label: string; unsaved: boolean }

/** The end of an admin form: the error, the button, and a warning before typed text is lost. */
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

import { Button } from '@mantine/core'
import css from './SaveBar.module.css'
import type { FormSave } from './use-form-save.ts'

type Props = {
  save: Pick<FormSave, 'isBusy' | 'failure' | 'isStale' | 'discard'>
  label: string
  isChanged: boolean
}

/** Ends a form; sticky while something is unsaved. */
export function SaveBar({ save, label, isChanged }: Props) {
  return (
    <div className={css.bar} data-changed={isChanged || undefined}>
      <p role="alert" className={css.failure}>
        {save.failure}
        {save.failure && save.isStale && ' Save again to replace it with yours, or load what was saved.'}
      </p>
      <div className={css.actions}>
        <Button type="submit" aria-disabled={save.isBusy}>
          {save.isBusy ? 'Saving...' : label}
        </Button>
        {isChanged && !save.isBusy && (
          <Button variant="default" onClick={save.discard}>
            {save.isStale ? 'Load what was saved' : 'Discard'}
          </Button>
        )}
        {isChanged && <span className={css.note}>Not saved yet</span>}
      </div>
    </div>
  )
}

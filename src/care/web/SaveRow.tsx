import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import form from '#/kernel/web/form/form.module.css'

type Props = { button: string; isSaving: boolean; failure: string; back: string }

/** Ends a form with its failure and the buttons to save and to cancel. */
export function SaveRow({ button, isSaving, failure, back }: Props) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (failure) text.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <>
      <p role="alert" ref={text} className={form.failure}>
        {failure}
      </p>
      <div className={form.actions}>
        <Button type="submit" color="marigold" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : button}
        </Button>
        <Button component={Link} to={back} variant="subtle">
          Cancel
        </Button>
      </div>
    </>
  )
}

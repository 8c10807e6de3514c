import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import own from './Appointments.module.css'

type Props = { view: 'appointments' | 'packages' | 'orders'; description: string }

/** Looks up a reference, which is kept in the URL. */
export function FindByReference(props: Props) {
  const [params] = useSearchParams()
  const reference = params.get('reference') ?? ''
  return <Form key={reference} {...props} given={reference} />
}

function Form({ view, description, given }: Props & { given: string }) {
  const [, setParams] = useSearchParams()
  const [typed, setTyped] = useState(given)
  const [problem, setProblem] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const reference = typed.trim()
    setProblem(reference ? '' : 'Please enter a reference.')
    if (reference) setParams({ view, reference }, { preventScrollReset: true })
  }
  return (
    <search>
      <form onSubmit={submit} className={own.reference} noValidate>
        <TextInput
          label="Reference"
          description={description}
          maxLength={60}
          autoComplete="off"
          enterKeyHint="search"
          error={problem}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Find
        </Button>
      </form>
    </search>
  )
}

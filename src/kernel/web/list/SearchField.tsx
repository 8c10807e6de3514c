import { TextInput } from '@mantine/core'
import { useTypedSearch } from './use-typed-search.ts'

type Props = { search: string; description: string; onSearch: (search: string) => void }

/** Puts the search into the URL once typing pauses, and follows other changes of the URL. */
export function SearchField({ search, description, onSearch }: Props) {
  const { typed, setTyped } = useTypedSearch({
    searched: search,
    same: Object.is,
    trim: (text) => text.trim(),
    onSearch,
  })
  return (
    <TextInput
      type="search"
      label="Search"
      description={description}
      maxLength={200}
      autoComplete="off"
      enterKeyHint="search"
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}

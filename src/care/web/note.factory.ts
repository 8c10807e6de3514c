import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { careContract, carePetSchema } from '#/care/contract.ts'
import { bySchema, noteRowSchema, noteSchema, petSchema } from '#/care/notes.ts'
import type { Day } from '#/kernel/time.ts'
import { petSchema as ownPetSchema, petsContract } from '#/pets/contract.ts'

export const makeCarePet = (name: string) => made(petSchema, { id: newId(), name, species: 'dog' })
type CarePet = ReturnType<typeof makeCarePet>

type Fields = Partial<z.input<typeof noteSchema>>
type Note = z.input<typeof noteSchema>

/** Makes a draft that its reader may change and sign. */
export const makeNote = (pet: CarePet, fields: Fields = {}): Note =>
  made(noteSchema, {
    id: newId(),
    pet,
    type: 'note',
    state: 'draft',
    happenedOn: '2026-10-30',
    by: made(bySchema, { side: 'provider', name: 'Dr. Leela Menon', trade: 'veterinary' }),
    version: 1,
    validMonths: 6,
    may: { change: true, sign: true, addAddendum: false, share: false },
    ...fields,
  })

const rowOf = ({ id, type, state, happenedOn, by, history, plan, files = [] }: Note) =>
  made(noteRowSchema, {
    id,
    type,
    state,
    happenedOn,
    by,
    excerpt: plan ?? history ?? '',
    files: files.length,
  })

/** Keeps a pet's notes, which the page reads, changes and deletes, as the server would. */
export function keepNotes(pet: CarePet, notes: Note[] = [], isOwn = true) {
  const find = (id: string) => notes.find((note) => note.id === id)!
  answer(petsContract.list, (input) => ({
    rows: isOwn && input?.which !== 'past' ? [made(ownPetSchema, { ...pet })] : [],
    nextCursor: null,
  }))
  answer(careContract.patients, { rows: [], nextCursor: null })
  answer(careContract.pet, made(carePetSchema, { pet, isOwn }))
  answer(careContract.notes, ({ type }) => ({
    rows: notes.filter((note) => !type || note.type === type).map(rowOf),
    nextCursor: null,
  }))
  answer(careContract.note, ({ id }) => ({ ...find(id) }))
  answer(careContract.links, { links: [] })
  answer(careContract.removeNote, ({ id }) => {
    notes.splice(notes.indexOf(find(id)), 1)
  })
  const kept = (files: File[]) =>
    files.map(({ name, type, size }) => ({
      id: newId(),
      name,
      contentType: type,
      bytes: size,
      url: '/portraits/bruno.svg',
    }))
  const { inputs: added } = answer(careContract.addOwnNote, ({ type, happenedOn, text, files }) => {
    const note = makeNote(pet, {
      type,
      state: 'own',
      happenedOn: happenedOn as Day,
      history: text,
      files: kept(files),
      by: made(bySchema, { side: 'owner', name: 'Asha Verma' }),
      may: { change: true, sign: false, addAddendum: false, share: true },
    })
    notes.push(note)
    return { id: note.id }
  })
  const { inputs: changed } = answer(
    careContract.changeOwnNote,
    ({ id, type, happenedOn, text, files, keepFiles }) => {
      const note = find(id)
      const before = (note.files ?? []).filter((file) => (keepFiles as string[]).includes(file.id))
      Object.assign(note, { type, happenedOn, history: text, files: [...before, ...kept(files)] })
      note.version = (note.version ?? 1) + 1
      return { version: note.version }
    },
  )
  return { added, changed }
}

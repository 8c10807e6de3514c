import { documentText } from '#/kernel/documents.ts'
import { petsText } from '#/pets/text.ts'
import type { careErrors } from './errors.ts'
import { type NoteType, noteLimits } from './rules.ts'

const own: Readonly<Record<keyof typeof careErrors, string>> = {
  'care.note_exists': 'This visit has a note already. Please open that one.',
  'care.not_writable': 'A note can be written once the visit has begun, and not of one that was called off.',
  'care.signed': 'This note is signed and cannot be changed any more. You can add an addendum.',
  'care.not_signed': 'This note is not signed yet. Please change the note itself.',
  'care.changed_meanwhile':
    'This note was changed elsewhere meanwhile. What you typed is still here: open the note in another tab to compare, then reload this page.',
  'care.plan_missing': 'Please write the plan in the owner’s words before you sign.',
  'care.day_in_future': 'Please choose a day that is not in the future.',
  'care.due_before_given': 'Please choose a day after the vaccination.',
  'care.follow_up_before_visit': 'Please choose a day on or after the visit.',
  'care.too_many_files': `A note can have at most ${noteLimits.files} files.`,
  'care.too_many_notes': `You have ${noteLimits.ownNotes} notes of your own about this pet, which is as many as there can be.`,
  'care.too_many_addenda': `A note can have at most ${noteLimits.addenda} addenda.`,
  'care.too_many_links': `A note can have at most ${noteLimits.links} links at a time. Please revoke one first.`,
}

export const careText = { ...petsText, ...documentText, ...own }

export const typeText: Readonly<Record<NoteType, string>> = {
  exam: 'Exam',
  vaccination: 'Vaccination',
  treatment: 'Treatment',
  note: 'Note',
}
export const noNotesText = 'No visit notes yet.'
export const linkDeadText = 'This link no longer works.'
export const notSavedText = 'Failed to save the note. Please try again.'
export const noteNotFoundText = 'This note is not here.'

/** What the form says of a field it cannot take. */
export const fieldText = {
  required: 'Required',
  between: (least: number, most: number) => `Please write a number from ${least} to ${most}`,
  weight: (most: string) => `Please write a weight above 0 and up to ${most}`,
  day: 'Please write the whole date',
  inFuture: own['care.day_in_future'],
  dueTooEarly: own['care.due_before_given'],
  followUp: own['care.follow_up_before_visit'],
}

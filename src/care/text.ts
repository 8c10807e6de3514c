import { documentText } from '#/kernel/documents.ts'
import { petsText } from '#/pets/text.ts'
import type { careErrors } from './errors.ts'
import { incidentLimits, mostPictures, type NoteType, noteLimits } from './rules.ts'

const own: Readonly<Record<keyof typeof careErrors, string>> = {
  'care.note_exists': 'This pet already has a note for this visit. Please open that one.',
  'care.not_writable':
    'You can write a note once the visit has begun, but not for a visit that didn’t take place.',
  'care.signed': 'This note is signed and can no longer be changed. You can add an addendum.',
  'care.not_signed': 'This note isn’t signed yet. Please change the note itself.',
  'care.changed_meanwhile':
    'This note has been changed elsewhere. What you typed is still here: open the note in another tab to compare, then reload this page.',
  'care.plan_missing':
    'Please write the part for the owner before you sign: the plan, the next step, or what was done.',
  'care.wrong_form':
    'Notes in your trade don’t have this field. Only vets can add findings, medicines and vaccinations.',
  'care.day_in_future': 'Please choose a day that isn’t in the future.',
  'care.due_before_given': 'Please choose a day after the vaccination.',
  'care.follow_up_before_visit': 'Please choose a day on or after the visit.',
  'care.too_many_files': `A note can have at most ${noteLimits.files} files.`,
  'care.too_many_notes': `You already have ${noteLimits.ownNotes} notes of your own about this pet, which is the limit. Please delete one first.`,
  'care.too_many_addenda': 'You can’t add more addenda here.',
  'care.too_many_links': `A note can have at most ${noteLimits.links} links at a time. Please revoke one first.`,
  'care.no_incident_now':
    'You can note an incident from the start of a visit until 14 days after its end, but not for a visit that didn’t take place.',
  'care.too_many_incidents': `You can note up to ${incidentLimits.perPetAndVisit} incidents per pet and visit. Please add to one of them.`,
  'care.incident_fixed':
    'This incident can no longer be corrected: the owner has answered, or 24 hours have passed. You can add an addendum.',
  'care.incident_open': 'You can still correct this incident. Please change it instead.',
  'care.already_answered': 'This incident is already answered.',
  'care.no_pictures_now':
    'You can add and remove pictures from the start of a visit until 48 hours after its end.',
  'care.too_many_pictures': `A visit can have up to ${mostPictures} pictures per pet. Please remove one first.`,
  'care.pictures_only': 'Please choose a JPG, PNG or WebP picture.',
  'care.already_removed': 'Someone else has already removed this incident.',
}

export const careText = { ...petsText, ...documentText, ...own }

export const typeText: Readonly<Record<NoteType, string>> = {
  exam: 'Exam',
  vaccination: 'Vaccination',
  treatment: 'Treatment',
  note: 'Note',
  training: 'Training',
  grooming: 'Grooming',
}
export const noNotesText = 'No visit notes yet.'
export const linkDeadText = 'This link no longer works.'
export const notSavedText = 'Failed to save the note. Please try again.'
export const noteNotFoundText = 'We couldn’t find this note.'

/** Problems with single fields of the form. */
export const fieldText = {
  required: 'Required',
  between: (least: number, most: number) => `Please enter a number from ${least} to ${most}`,
  weight: (most: string) => `Please enter a weight above 0 and up to ${most}`,
  day: 'Please enter the full date',
  inFuture: own['care.day_in_future'],
  dueTooEarly: own['care.due_before_given'],
  followUp: own['care.follow_up_before_visit'],
}

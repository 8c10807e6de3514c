import { expect, test } from 'vitest'
import { redFlagIn } from './red-flags.ts'

test.each([
  ['She can’t breathe properly', 'trouble breathing'],
  ['difficulty in breathing since morning', 'trouble breathing'],
  ['Breathing trouble', 'trouble breathing'],
  ['breathing problem since morning', 'trouble breathing'],
  ['He is breathing very heavily', 'trouble breathing'],
  ['Breathless after the walk', 'trouble breathing'],
  ['Bruno had a seizure', 'a seizure'],
  ['She had a fit last night', 'a seizure'],
  ['my dog is seizing', 'a seizure'],
  ['He has eaten chocolate', 'poison'],
  ['ate a bar of dark chocolate', 'poison'],
  ['blood everywhere', 'heavy bleeding'],
  ['He collapsed on the walk', 'collapse'],
  ['I think she ate some dark chocolate', 'poison'],
  ['RAT POISON', 'poison'],
  ['the paw is bleeding and won’t stop', 'heavy bleeding'],
  ['there is a lot of blood', 'heavy bleeding'],
  ['He hasn’t been peeing', 'no urine'],
  ['cat not able to urinate', 'no urine'],
  ['a snake bit him', 'a snake bite'],
  ['snakebite on the leg', 'a snake bite'],
  ['retching with nothing coming up', 'bloat'],
  ['hit by a scooter', 'an accident'],
])('“%s” means %s', (reason, sign) => {
  expect(redFlagIn(reason)).toBe(sign)
})

test.each([
  '',
  'Vaccination',
  'Itching ears',
  'Bad breath',
  'Bad breath problem',
  'Harness fitting',
  'Isn’t eating since Sunday',
  'How much water should she drink?',
  'Fitness and diet',
  'Benefits of neutering',
  'Follow-up after surgery',
])('“%s” can wait for the call', (reason) => expect(redFlagIn(reason)).toBeNull())

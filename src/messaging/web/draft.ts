import { useState } from 'react'
import type { Place } from './outbox.ts'

const nameOf = ({ userId, bookingId }: Place) => `pawfolk.message-draft.${userId}.${bookingId}`
const chosen = new Map<string, File[]>()

function readText(place: Place): string {
  try {
    return sessionStorage.getItem(nameOf(place)) ?? ''
  } catch {
    return ''
  }
}

function keepText(place: Place, text: string): void {
  try {
    if (text) sessionStorage.setItem(nameOf(place), text)
    else sessionStorage.removeItem(nameOf(place))
  } catch {
    // Without storage the draft only lives in memory.
  }
}

/** Keeps an unsent message when the thread is closed or the page reloaded; pictures don't survive a reload. */
export function useMessageDraft(place: Place) {
  const [text, setText] = useState(() => readText(place))
  const [pictures, setPictures] = useState(() => chosen.get(nameOf(place)) ?? [])
  return {
    text,
    pictures,
    setText(next: string) {
      keepText(place, next)
      setText(next)
    },
    setPictures(next: File[]) {
      chosen.set(nameOf(place), next)
      setPictures(next)
    },
  }
}

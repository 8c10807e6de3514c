import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useEffect, useRef, useState } from 'react'
import css from './PinMap.module.css'
import { type MapProps, type Pin, type Position, type Tiles, zooms } from './shapes.ts'

const latest = { latitude: 85, longitude: 180 }
const within = (most: number, degrees: number) => Math.max(-most, Math.min(most, degrees))
const five = (degrees: number) => Math.round(degrees * 100_000) / 100_000

function windowOf(map: L.Map) {
  const bounds = map.getBounds().pad(0.1)
  return {
    north: five(within(latest.latitude, bounds.getNorth())),
    south: five(within(latest.latitude, bounds.getSouth())),
    west: five(within(latest.longitude, bounds.getWest())),
    east: five(within(latest.longitude, bounds.getEast())),
    zoom: Math.round(map.getZoom()),
  }
}

function positionOf(latlng: L.LatLng): Position {
  const { lat, lng } = latlng.wrap()
  return { lat: five(lat), lon: five(lng) }
}

const at = ({ lat, lon }: Position): L.LatLngTuple => [lat, lon]

/** A map of images from the operator's source, or of landmarks. Loaded on demand: it brings the library. */
export default function PinMap(props: MapProps) {
  const { label, className } = props
  const place = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map>()
  const current = useRef(props)
  current.current = props

  useEffect(() => {
    const { tiles, view } = current.current
    const made = L.map(place.current!, {
      minZoom: zooms.least,
      maxZoom: zooms.most,
      worldCopyJump: true,
      attributionControl: true,
      // The wheel scrolls the page until the map has the focus.
      scrollWheelZoom: false,
      zoomAnimation: false,
      fadeAnimation: false,
      markerZoomAnimation: false,
    })
    made.on('focus', () => made.scrollWheelZoom.enable())
    made.on('blur', () => made.scrollWheelZoom.disable())
    made.on('moveend', () => {
      // Before it is laid out, a map has no window.
      if (made.getSize().x > 0 && made.getSize().y > 0) current.current.onWindow?.(windowOf(made))
    })
    made.on('click', ({ latlng }) => {
      const { movable } = current.current
      if (!movable) return
      // A pin set on a map of the country would be kilometres off.
      if (made.getZoom() < zooms.precise) made.setView(latlng, made.getZoom() + 4)
      else movable.onMove(positionOf(latlng))
    })
    made.attributionControl.setPrefix(false)
    if (tiles) addTiles(made, tiles)
    else L.control.scale({ imperial: false }).addTo(made)
    if (!view) made.fitWorld()
    // Grows with its place, for which the window counts and not the map.
    const watcher = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    watcher.observe(place.current!)
    setMap(made)
    return () => {
      watcher.disconnect()
      // Its last events come while its panes are already gone.
      made.off()
      made.remove()
    }
  }, [])

  const { view } = props
  useEffect(() => {
    if (!map || !view) return
    if ('center' in view) map.setView(at(view.center), view.zoom)
    else map.fitBounds(L.latLngBounds(view.places.map(at)).pad(0.2), { maxZoom: 12 })
  }, [map, view])

  useGrid(map, props.tiles)
  useLandmarks(map, props.landmarks)
  usePins(map, props)
  useAround(map, props.around)
  useMovable(map, props.movable)
  return <section ref={place} className={`${css.map} ${className ?? ''}`} aria-label={label} />
}

function addTiles(map: L.Map, { url, credit: { text, url: href } }: Tiles): void {
  const credit = document.createElement('a')
  Object.assign(credit, { href, textContent: text, target: '_blank', rel: 'noreferrer' })
  L.tileLayer(url, { attribution: credit.outerHTML, maxZoom: zooms.most }).addTo(map)
}

/** Draws lines at a round number of kilometres, so that distances can be seen. */
function useGrid(map: L.Map | undefined, tiles: Tiles | null): void {
  useEffect(() => {
    if (!map || tiles) return
    const lines = L.layerGroup().addTo(map)
    const draw = () => {
      lines.clearLayers()
      const bounds = map.getBounds().pad(0.5)
      const high = stepFor(map.getSize().y, bounds.getNorth() - bounds.getSouth())
      const wide = high / Math.max(0.1, Math.cos((map.getCenter().lat * Math.PI) / 180))
      const add = (from: L.LatLngTuple, to: L.LatLngTuple) =>
        L.polyline([from, to], { className: css.line, interactive: false }).addTo(lines)
      const [south, north, west, east] = [
        bounds.getSouth(),
        bounds.getNorth(),
        bounds.getWest(),
        bounds.getEast(),
      ]
      for (let lat = Math.ceil(south / high) * high; lat < north; lat += high) add([lat, west], [lat, east])
      for (let lon = Math.ceil(west / wide) * wide; lon < east; lon += wide) add([south, lon], [north, lon])
    }
    draw()
    map.on('moveend resize', draw)
    return () => {
      map.off('moveend resize', draw)
      lines.remove()
    }
  }, [map, tiles])
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]
const linesAcross = 8

/** Returns the distance between lines in degrees of latitude, which are 111 km. */
const stepFor = (pixels: number, degrees: number) =>
  (pixels > 0 ? (steps.find((km) => km >= (degrees * 111) / linesAcross) ?? 2000) : 2000) / 111

function useLandmarks(map: L.Map | undefined, landmarks: MapProps['landmarks']): void {
  useEffect(() => {
    if (!map || !landmarks) return
    const group = L.layerGroup().addTo(map)
    for (const landmark of landmarks) {
      const name = document.createElement('span')
      name.textContent = landmark.name
      const icon = L.divIcon({ html: name, className: css.landmark!, iconSize: [0, 0] })
      L.marker(at(landmark), { icon, interactive: false, keyboard: false }).addTo(group)
    }
    return () => void group.remove()
  }, [map, landmarks])
}

type Shown = { marker: L.Marker; look: string }

function usePins(map: L.Map | undefined, { pins = [], tone }: MapProps) {
  const shown = useRef(new Map<string, Shown>())
  useEffect(() => {
    if (!map) return
    const wanted = new Map(pins.map((pin) => [pin.key, pin]))
    for (const [key, { marker }] of shown.current)
      if (!wanted.has(key)) {
        marker.remove()
        shown.current.delete(key)
      }
    for (const pin of pins) shown.current.set(pin.key, draw(map, shown.current.get(pin.key), pin, tone))
  }, [map, pins, tone])
}

/** Keeps the element of a pin that looks the same, because it may have the focus. */
function draw(map: L.Map, shown: Shown | undefined, pin: Pin, tone: MapProps['tone']): Shown {
  const isMany = pin.count > 1
  const html = isMany ? `<span>${pin.count > 999 ? '999+' : pin.count}</span>` : '<span></span>'
  const className = [css.pin, tone && css[tone], isMany && css.many].filter(Boolean).join(' ')
  const look = className + html
  const icon = () => iconOf({ html, className }, isMany)
  const marker = shown?.marker ?? L.marker(at(pin.position), { icon: icon() }).addTo(map)
  if (shown && shown.look !== look) marker.setIcon(icon())
  marker.setLatLng(at(pin.position))
  marker.off('click keydown').on('click', pin.onPress)
  // The library makes pins focusable, but hears no keys for them.
  marker.on('keydown', ({ originalEvent }: L.LeafletKeyboardEvent) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
    originalEvent.preventDefault()
    pin.onPress()
  })
  marker.setZIndexOffset(pin.isChosen ? 1000 : 0)
  const element = marker.getElement()
  element?.classList.toggle(css.chosen!, pin.isChosen)
  element?.setAttribute('aria-label', pin.label)
  element?.setAttribute('title', pin.label)
  return { marker, look }
}

const size = 44

/** A pin points with its tip, a count with its middle. */
const iconOf = (look: { html: string; className: string }, isMany: boolean) =>
  L.divIcon({ ...look, iconSize: [size, size], iconAnchor: [size / 2, isMany ? size / 2 : size - 4] })

function useAround(map: L.Map | undefined, around: MapProps['around']) {
  const [lat, lon, metres] = [around?.position.lat, around?.position.lon, around?.metres]
  useEffect(() => {
    if (!map || lat === undefined || lon === undefined || metres === undefined) return
    const circle = L.circle([lat, lon], { radius: metres, className: css.around, interactive: false }).addTo(
      map,
    )
    return () => void circle.remove()
  }, [map, lat, lon, metres])
}

function useMovable(map: L.Map | undefined, movable: MapProps['movable']) {
  const current = useRef(movable)
  current.current = movable
  const [lat, lon] = [movable?.position?.lat, movable?.position?.lon]
  useEffect(() => {
    if (!map || lat === undefined || lon === undefined) return
    const icon = iconOf({ className: `${css.pin} ${css.lost}`, html: '<span></span>' }, false)
    const marker = L.marker([lat, lon], { draggable: true, autoPan: true, icon }).addTo(map)
    marker.getElement()?.setAttribute('aria-label', current.current?.label ?? '')
    marker.on('dragend', () => {
      current.current?.onMove(positionOf(marker.getLatLng()))
    })
    return () => void marker.remove()
  }, [map, lat, lon])
}

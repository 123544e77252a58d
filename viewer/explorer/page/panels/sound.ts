/** Sounds, for those who have them on. */

const [LOUDNESS, APART, LENGTH] = [0.05, 0.11, 0.2]; // of a whole, and seconds

let audio: AudioContext | null = null;

/** Some notes, one after the other. @param notes pitches in hertz */
export function sound(...notes: number[]) {
  const context = (audio ??= new AudioContext());
  notes.forEach((pitch, number) => {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + number * APART;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  });
}

"use strict";
// Quiet sounds, for those who have them on: some notes, one after the other, each a pitch in hertz.

oxobook.sound = (() => {
  let audio = null;
  const [LOUDNESS, APART, LENGTH] = [0.05, 0.11, 0.2]; // of a whole, and seconds

  return (...notes) => {
    audio ||= new AudioContext();
    notes.forEach((pitch, number) => {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + number * APART;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(LOUDNESS, start);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + LENGTH);
    });
  };
})();

import { useEffect, useRef } from 'react';

let loading;
function loader() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'https://sun.example/sdk/v1.js';
    script.onload = () => resolve(window.SunOverSweden);
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

export function SolarCalculator({ slug, prefill, onEvent }) {
  const target = useRef(null);
  useEffect(() => {
    let embed;
    let isGone = false;
    loader().then((sun) => {
      if (!isGone) embed = sun.mount({ slug, target: target.current, prefill, onEvent });
    });
    return () => {
      isGone = true;
      embed?.destroy();
    };
  }, [slug, prefill, onEvent]);
  return <div ref={target} />;
}

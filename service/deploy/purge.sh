#!/bin/sh
# Has a shared cache forget the answers from a build: PURGE="service/deploy/purge.sh fastly" make publish ...
# FORMER_TAG, the build whose answers go, and TAG, the one that is served now, come from "make publish".
set -eu
: "${FORMER_TAG:?is not set: this runs from make publish}" "${TAG:?is not set: this runs from make publish}"

# One cache that is down keeps none of the others from being told.
failed=0
missed() { echo "purge.sh: $1 was not told." >&2; failed=1; }

ask() { curl --fail --silent --show-error --output /dev/null --max-time 30 "$@"; }

case "${1:-}" in
cloudflare)
  # POST /zones/{zone}/purge_cache: developers.cloudflare.com/api/resources/cache/methods/purge
  ask --header "Authorization: Bearer ${CLOUDFLARE_API_TOKEN:?}" --header "Content-Type: application/json" \
    --data "{\"tags\":[\"$FORMER_TAG\"]}" \
    "${CLOUDFLARE_API:-https://api.cloudflare.com/client/v4}/zones/${CLOUDFLARE_ZONE_ID:?}/purge_cache"
  ;;
fastly)
  # POST /service/{service}/purge/{key}: fastly.com/documentation/reference/api/purging
  ask --request POST --header "Fastly-Key: ${FASTLY_API_TOKEN:?}" \
    "${FASTLY_API:-https://api.fastly.com}/service/${FASTLY_SERVICE_ID:?}/purge/$FORMER_TAG"
  ;;
varnish)
  # service/deploy/varnish.vcl; VARNISH has the caches' addresses, each with its port, between blanks.
  for cache in ${VARNISH:?}; do
    ask --request PURGE --header "xkey: $FORMER_TAG" "http://$cache/" || missed "$cache"
  done
  ;;
nginx)
  # service/deploy/nginx.conf; NGINX_MACHINES has them, between blanks, where this user may write the file and reload;
  # NGINX_SHELL is a program in the place of ssh.
  for machine in ${NGINX_MACHINES:?}; do
    echo "set \$sun_build $TAG;" | ${NGINX_SHELL:-ssh} "$machine" \
      'cat > /etc/nginx/sun-build.new && mv /etc/nginx/sun-build.new /etc/nginx/sun-build.conf && nginx -s reload' || missed "$machine"
  done
  ;;
*)
  echo "purge.sh: found \"${1:-}\", expected cloudflare, fastly, varnish or nginx." >&2
  exit 2
  ;;
esac
exit "$failed"

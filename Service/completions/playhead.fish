# fish completion for playhead, which knows itself what may come next.

function __playhead_candidates
    set -l words (commandline -opc)
    $words[1] __complete $words[2..] (commandline -ct) 2>/dev/null
end
complete -c playhead -f -a '(__playhead_candidates)'
